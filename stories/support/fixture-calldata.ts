import { encodeFunctionData } from 'viem'
import { settlementAbi } from '../../src/abi/settlement.ts'
import type { Run, VerifiedQuote } from '../../src/execution/machine/types.ts'
import { isNativeToken, ZERO_ADDRESS } from '../../src/lib/address.ts'

/** Unix seconds, far in the future, so that no fixture expires. */
const DEADLINE = 4_000_000_000

/** Returns a verified quote with the calldata of its own trade, as it is signed. */
export function withCalldata({ intent }: Run, verified: VerifiedQuote): VerifiedQuote {
  const { inputToken, outputToken, receiver, partner } = intent
  const trade = {
    inputToken: inputToken.address,
    outputToken: outputToken.address,
    inputAmount: verified.maxInputAmount,
    minOutputAmount: verified.minOutputAmount ?? 1n,
    outputReceiver: receiver,
    partner: partner?.address ?? ZERO_ADDRESS,
    partnerFeeBps: BigInt(partner?.feeBps ?? 0),
    settlementFee: 0n,
    surplusThreshold: 2n ** 256n - 1n,
    deadline: BigInt(DEADLINE),
  }
  return {
    ...verified,
    data: encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args: [trade, '0x', '0x'] }),
    value: isNativeToken(inputToken.address) ? verified.maxInputAmount : 0n,
    chainDeadline: DEADLINE,
  }
}
