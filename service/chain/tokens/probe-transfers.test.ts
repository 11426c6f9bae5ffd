import { type Abi, createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileOnce } from '../../../contracts/compile-once.ts'
import { loadArtifacts } from '../../../devnet/bytecode/artifacts.ts'
import { startTestChain } from '../../../devnet/setup/start-test-chain.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import { probeTokens, probeTransfers } from './probe-transfers.ts'

const POOL = makeAddress(0xf001)
const UNIT = 10n ** 18n

let chain: Awaited<ReturnType<typeof startTestChain>>
let multicall3: Address

beforeAll(async () => {
  chain = await startTestChain()
  const { address, runtimeCode } = loadArtifacts().multicall3
  await chain.client.setCode({ address, bytecode: runtimeCode })
  multicall3 = address
})
afterAll(() => chain?.stop())

async function deployToken(name: string, ...calls: [functionName: string, args: unknown[]][]) {
  const contract = (await compileOnce('test')).get(name)
  if (!contract) throw new Error(`There is no contract ${name}`)
  const token = await chain.deploy(contract)
  for (const [functionName, args] of [['mint', [POOL, 1_000n * UNIT]] as const, ...calls])
    await chain.write(token, contract.abi as Abi, functionName, [...args])
  return token
}

async function probe(tokens: readonly Address[], gasLimit?: bigint) {
  const client = createPublicClient({ transport: http(chain.client.transport.url) })
  const { number, hash } = await client.getBlock()
  const block = { blockNumber: number, blockHash: hash, ...(gasLimit && { gasLimit }) }
  const read = createBlockReader(client, { multicall3, blockHash: hash })
  const holdings = tokens.map((token) => ({ token, holders: [POOL] }))
  return probeTransfers(client, { holdings, read, block })
}

// Nodes without block simulation and chains of small blocks use one call.
it.each([
  ['in a block', undefined],
  ['by one call', 1_000_000n],
] as const)('detects a tax on all transfers or only on sales, %s', async (_, gasLimit) => {
  const tokens = [
    await deployToken('PlainToken'),
    await deployToken('TaxedToken'),
    await deployToken('SellTaxedToken', ['setPair', [POOL]]),
    // Bought tokens cannot be sold.
    await deployToken('RefusingToken', ['refuseTransfers', [POOL, 9n]]),
    await deployToken('PlainToken'),
  ]
  expect(await probe(tokens, gasLimit)).toEqual(['plain', 'taxed', 'taxed', expect.anything(), 'plain'])
  expect((await probe(tokens, gasLimit))[3]).not.toBe('plain')
})

it('finds a holder that cannot transfer a token, and probes from another one', async () => {
  const token = await deployToken('AnsweringToken')
  const other = makeAddress(0xf002)
  const { abi } = (await compileOnce('test')).get('AnsweringToken')!
  await chain.write(token, abi as Abi, 'mint', [other, 10n * UNIT])
  const probeBoth = async () => {
    const client = createPublicClient({ transport: http(chain.client.transport.url) })
    const { number, hash } = await client.getBlock()
    const read = createBlockReader(client, { multicall3, blockHash: hash })
    const holdings = [{ token, holders: [other, POOL, makeAddress(0xf003)] }]
    return probeTokens(client, { holdings, read, block: { blockNumber: number, blockHash: hash } })
  }
  expect(await probeBoth()).toEqual([{ trait: 'plain', blocked: [], working: [POOL] }])
  await chain.write(token, abi as Abi, 'answerTransfersTo', [POOL, '0x', true])
  expect(await probeBoth()).toEqual([{ trait: 'plain', blocked: [POOL], working: [other] }])
})
