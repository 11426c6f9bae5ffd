import { TOKENS } from './literal-chain.ts'

const USER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A body that every router over the literal chain accepts. */
export const PRICE_BODY = {
  chainID: 'ethereum',
  inputToken: TOKENS.weth.address,
  outputToken: TOKENS.usdc.address,
  inputAmount: '1000000000000000000',
  userAddress: USER,
  outputReceiver: USER,
  uniquePID: 'test',
}
