import { foundry } from 'viem/chains'
import { type AnvilOptions, startAnvil } from '../node/anvil.ts'
import { createTestChain } from './test-chain.ts'

/** A fixed start time: interest depends on time, and rounding on interest. */
const GENESIS = 1_750_000_000
const BLOCK_SECONDS = 12

/** A separate node that mines a block for each transaction. */
export async function startTestChain(options: Pick<AnvilOptions, 'codeBytes'> = {}) {
  const start = { chainId: foundry.id, port: 0, genesisTimestamp: GENESIS, accounts: 5 }
  const anvil = await startAnvil({ ...start, ...options })
  const chain = createTestChain(anvil.rpcUrl)
  await chain.client.setBlockTimestampInterval({ interval: BLOCK_SECONDS })
  await chain.client.setAutomine(true)
  return { ...chain, stop: anvil.stop }
}
