import { type Hex, parseGwei, parseTransaction } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { type Behavior, type ProxyNode, startProxyNode } from '../testing/proxy-node.ts'
import { type FreshChain, PAYER, startFreshChain, undeployed } from './testing/fresh-chain.ts'

const SMALL = 2_000_000n
const BIG = 30_000_000n
const BIG_BLOCK_PRICE = parseGwei('5')
const NOTICE = `blocks       hold ${SMALL} gas, and the deployment takes `

let chain: FreshChain
let proxy: ProxyNode | undefined
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
  await chain?.stop()
})

const sentByPayer = () => chain.client.getTransactionCount({ address: PAYER.address })

describe('HyperEVM with blocks smaller than the deployment', () => {
  it("describes the payer's task and the price of big blocks before anything is sent", async () => {
    await startHyper()
    expect(await chain.deploy({ send: false, payer: undefined }), chain.text()).toBe(true)
    expect(chain.text()).toContain(NOTICE)
    expect(chain.text()).toContain('{"type":"evmUserModify","usingBigBlocks":true}')
    expect(chain.text()).toMatch(/cost {9}at most 0\.0\d+ HYPE \([67]\d{6} gas at [67](\.\d+)? gwei\)/)
    expect(await sentByPayer()).toBe(0)
  })

  it('deploys for at most the announced cost, and at least four fifths of it', async () => {
    await startHyper()
    expect(await chain.deploy(), chain.text()).toBe(true)
    const [, told] = /cost .* \((\d+) gas/.exec(chain.text()) ?? []
    const { gasUsed, transactions } = await chain.client.getBlock({ includeTransactions: true })
    expect(transactions[0]?.gas).toBe(BigInt(told ?? 0))
    expect(gasUsed).toBeLessThanOrEqual(BigInt(told ?? 0))
    expect(gasUsed * 5n).toBeGreaterThan(BigInt(told ?? 0) * 4n)
    expect(chain.text().indexOf(NOTICE)).toBeLessThan(chain.text().indexOf('sent '))
    expect(await sentByPayer()).toBe(1)
  })

  it('deploys when the latest block is a big one', async () => {
    await startHyper()
    await chain.client.mine({ blocks: 60 })
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect(chain.text()).toContain(NOTICE)
  })

  it('sends nothing if the node reports that the payer does not use big blocks', async () => {
    await startHyper({ usesBigBlocks: false })
    expect(await chain.deploy()).toBe(false)
    expect(chain.text()).toMatch(/The transactions of 0x\w+ go into blocks that hold 2000000 gas/)
    expect(await sentByPayer()).toBe(0)
  })

  it('deploys at the ordinary price if the node lacks the methods of HyperEVM', async () => {
    await startHyper({ knowsBigBlocks: false, price: 0n })
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect(chain.text()).toContain('The payer must use big blocks first')
  })

  it('pays once if a run ended with a pending transaction that the node does not list', async () => {
    await startHyper({ mines: false })
    expect(await chain.deploy()).toBe(false)
    expect(chain.text()).toContain('is not mined yet. Run this again later')
    const again = chain.deploy()
    const getSent = () =>
      [...chain.text().matchAll(/sent {9}settlement: (0x\w{64})/g)].map(([, hash]) => hash)
    await expect.poll(getSent).toHaveLength(2)
    expect(new Set(getSent()).size).toBe(1)
    await chain.client.mine({ blocks: 1 })
    expect(await again, chain.text()).toBe(true)
    expect(await sentByPayer()).toBe(1)
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect(await sentByPayer()).toBe(1)
  })
})

it('sends nothing to a chain whose blocks are too small and that has no big blocks', async () => {
  chain = await startFreshChain()
  await through(hyperNode({ knowsBigBlocks: false }))
  expect(await chain.deploy()).toBe(false)
  expect(chain.text()).toMatch(/The chain's blocks hold 2000000 gas, and the deployment takes [67]\d{6}\./)
  expect(await sentByPayer()).toBe(0)
})

interface HyperOptions {
  usesBigBlocks?: boolean
  /** Serves the additional methods of HyperEVM. */
  knowsBigBlocks?: boolean
  /** Wei per gas in a big block. */
  price?: bigint
}

async function startHyper({ mines = true, ...options }: HyperOptions & { mines?: boolean } = {}) {
  const hyper = undeployed('hyperevm', 999)
  hyper.nativeCurrency = { name: 'HYPE', symbol: 'HYPE', decimals: 18 }
  chain = await startFreshChain(hyper, { mines })
  await through(hyperNode(options))
}

async function through(behavior: Behavior) {
  proxy = await startProxyNode(chain.rpcUrl, behavior)
  await chain.writeChain({ rpcUrls: [proxy.url] })
}

/**
 * A default node of HyperEVM: every sixtieth block is big, and only the latest state is available.
 */
function hyperNode({
  usesBigBlocks = true,
  knowsBigBlocks = true,
  price = BIG_BLOCK_PRICE,
}: HyperOptions): Behavior {
  let latestLimit = SMALL
  return {
    refuse({ method, params }) {
      if (method === 'eth_estimateGas' && latestLimit === SMALL) {
        return { code: -32000, message: `gas required exceeds allowance (${SMALL})` }
      }
      if (method === 'eth_fillTransaction') return { code: -32601, message: 'method not found' }
      if (params?.[1] === 'pending') return { code: -32602, message: 'only the latest block is supported' }
      if (method !== 'eth_sendRawTransaction') return undefined
      const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(params?.[0] as Hex)
      if (gas > (usesBigBlocks ? BIG : SMALL)) return { code: -32603, message: 'exceeds block gas limit' }
      if (maxFeePerGas < price) return { code: -32603, message: 'max fee per gas less than block base fee' }
      return undefined
    },
    answer({ method }) {
      if (!knowsBigBlocks) return undefined
      if (method === 'eth_bigBlockGasPrice') return `0x${price.toString(16)}`
      return method === 'eth_usingBigBlocks' ? usesBigBlocks : undefined
    },
    distort({ method, params }, result) {
      if (!method.startsWith('eth_getBlockBy') || !result) return result
      const { number } = result as { number: Hex }
      const limit = Number(number) > 0 && Number(number) % 60 === 0 ? BIG : SMALL
      if (params?.[0] === 'latest') latestLimit = limit
      return { ...result, gasLimit: `0x${limit.toString(16)}` }
    },
  }
}
