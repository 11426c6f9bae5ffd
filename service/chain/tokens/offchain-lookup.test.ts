import { erc20Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import {
  type LookupServer,
  putLookupToken,
  startLookupServer,
} from '../../../devnet/testing/offchain-lookup.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { createOverrideView } from '../../router/quote/storage-slots.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import { createRpcNodes, type RpcNodes } from '../rpc/rpc-nodes.ts'
import { probeTransfers } from './probe-transfers.ts'
import { readTokenMetadata } from './read-token-metadata.ts'

const TOKEN: Address = '0x00000000000000000000000000000000000cc1b0'

let devnet: TestDevnet
let chain: TestChain
let server: LookupServer
let nodes: RpcNodes
const controller = new AbortController()

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  server = await startLookupServer()
  await putLookupToken(chain, TOKEN, server.url)
  const [config] = devnet.serviceConfig.chains
  if (!config) throw new Error('the devnet has no chain')
  nodes = createRpcNodes(config, { signal: controller.signal })
})
afterAll(async () => {
  controller.abort()
  await server?.stop()
  await devnet?.stop()
})
beforeEach(() => {
  server.requests.length = 0
})

describe('a token that reverts with OffchainLookup', () => {
  it.each(['client', 'witness'] as const)('makes no request to a server through the %s', async (which) => {
    const read = nodes[which].readContract({
      address: TOKEN,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [chain.account()],
    })
    await expect(read).rejects.toThrow(/revert/)
    expect(server.requests).toEqual([])
  })

  it('makes no request to a server when the service reads the token', async () => {
    const { number: blockNumber, hash: blockHash } = await chain.publicClient.getBlock()
    const { multicall3 } = chain.manifest.contracts
    const read = createBlockReader(nodes.client, { multicall3, blockHash })
    expect(await readTokenMetadata([TOKEN], read)).toEqual([undefined])
    const block = { blockNumber, blockHash }
    const holdings = [{ token: TOKEN, holders: [chain.account()] }]
    expect(await probeTransfers(nodes.client, { holdings, read, block })).toEqual(['costly'])
    const query = { chainId: chain.manifest.id, to: TOKEN, data: '0x70a08231', value: 1n, block } as const
    expect(await createOverrideView()(nodes.client, query)).toBeUndefined()
    expect(server.requests).toEqual([])
  })
})
