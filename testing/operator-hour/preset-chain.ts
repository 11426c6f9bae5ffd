import { type Abi, createTestClient, encodeDeployData, type Hex, http } from 'viem'
import { loadArtifacts, ownContract } from '../../devnet/bytecode/artifacts.ts'
import type { CompiledContract } from '../../devnet/bytecode/compile-tokens.ts'
import { managerContract, queueManagedPools } from '../../devnet/deployers/uniswap/queue-managed.ts'
import { type ExchangeSource, queuePools } from '../../devnet/deployers/uniswap/queue-pools.ts'
import { deriveAccounts } from '../../devnet/node/accounts.ts'
import { startAnvil } from '../../devnet/node/anvil.ts'
import { createRpc, type Rpc, toQuantity } from '../../devnet/node/rpc.ts'
import type { ManifestToken } from '../../devnet/plan/manifest.ts'
import type { PoolPlan } from '../../devnet/plan/pools.ts'
import { tokenPlan } from '../../devnet/plan/tokens.ts'
import { createSetup } from '../../devnet/setup/setup.ts'
import type { TradingDesk } from '../../devnet/setup/trading-desk.ts'
import { takeL1Fees } from '../../devnet/testing/op-stack.ts'
import { unichain as preset } from '../../service/presets/unichain.ts'
import type { Address } from '../../wire/lib/address.ts'

/** Older than the finality depth of its preset, so that the first discovery keeps its results. */
const PAST_BLOCKS = 2_000
/** The sources of the preset whose contracts are deployed at its addresses. */
const SOURCES = ['uniswap-v2', 'uniswap-v3', 'uniswap-v4']
/** In the order of the preset. */
const SYMBOLS = ['WETH', 'WBTC', 'USDC', 'USDT', 'DAI']
const PLENTY = toQuantity(10n ** 27n)

/**
 * A fresh node with the chain id of Unichain and, at the addresses of its preset, the contracts
 * that their authors publish: its exchanges except Slipstream, wrapped coin and helpers. Tokens are
 * those used on the local chains. A block is mined every second.
 */
export async function startPresetChain() {
  const accounts = deriveAccounts()
  const [payer] = accounts.funded
  if (!payer) throw new Error('No account has funds')
  const genesisTimestamp = Math.floor(Date.now() / 1000) - PAST_BLOCKS - 60
  const node = await startAnvil({ chainId: preset.id, port: 0, genesisTimestamp, accounts: 1 })
  const rpc = createRpc(node.rpcUrl)
  await rpc.request('anvil_setLoggingEnabled', false)
  await rpc.request('anvil_setBlockTimestampInterval', 1)

  const deployer = accounts.deployer(0)
  const { marketMaker } = accounts
  for (const account of [deployer, marketMaker]) {
    await rpc.request('anvil_impersonateAccount', account)
    await rpc.request('anvil_setBalance', account, PLENTY)
  }
  const setup = createSetup(rpc, deployer)
  const artifacts = loadArtifacts()
  const own = (name: string) => ownContract(artifacts, name)
  const desk = (name: string, ...args: Address[]): TradingDesk => ({
    address: setup.deploy(name, own(name), [preset.weth, marketMaker, ...args]),
    abi: own(name).abi,
  })
  const factory = (kind: string) => {
    const source = preset.sources?.find((each) => each.kind === kind)
    if (!source) throw new Error(`The preset has no source of kind ${kind}`)
    return source.factory
  }
  const liquidity = desk('LiquidityDesk')
  const managed = desk('ManagerDesk', factory('v4'))
  await setup.flush()

  const tokens = SYMBOLS.map((symbol, index): ManifestToken => {
    const { name, decimals } = tokenPlan(symbol)
    const address = preset.baseTokens?.[index]
    if (!address) throw new Error(`The preset has no address of ${symbol}`)
    return { symbol, name, decimals, address }
  })
  const place = (address: Address, contract: CompiledContract, ...args: unknown[]) =>
    putAt({ rpc, from: marketMaker, address }, contract, args)
  for (const { address, symbol, name, decimals } of tokens) {
    if (symbol === 'WETH') await place(address, artifacts.weth)
    else await place(address, own(tokenPlan(symbol).contract), name, symbol, decimals)
  }
  await place(preset.permit2, { abi: [], bytecode: artifacts.permit2.bytecode })
  if (preset.tickLens) await place(preset.tickLens, artifacts.tickLens)
  await place(factory('v2'), artifacts.uniswapV2Factory, deployer)
  await place(factory('v3'), artifacts.uniswapV3Factory)
  await place(factory('v4'), managerContract(), deployer)
  await rpc.request('anvil_setCode', preset.multicall3, artifacts.multicall3.runtimeCode)

  const client = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) })
  await takeL1Fees(client, { baseFee: 10n ** 10n, blobBaseFee: 10n ** 9n })

  for (const { address } of [liquidity, managed]) await rpc.request('anvil_setBalance', address, PLENTY)
  const sources = (preset.sources ?? []).filter(
    ({ module, kind }) => SOURCES.includes(module) && kind !== 'v4',
  ) as ExchangeSource[]
  const pools = queuePools(setup, liquidity, { plans: POOLS, sources, tokens })
  const native = { a: 'WETH', b: 'USDC', isNative: true, fee: 3000, tickSpacing: 60, offsetBps: 4 }
  queueManagedPools(setup, managed, { plans: [{ ...native, depthUsd: 1_500_000 }], tokens })
  await setup.flush()
  await setup.verify()
  await rpc.request('anvil_mine', toQuantity(PAST_BLOCKS))
  await rpc.request('anvil_removeBlockTimestampInterval')
  await rpc.request('evm_setTime', Math.floor(Date.now() / 1000))
  await rpc.request('evm_setIntervalMining', 1)
  const getToken = (wanted: string) => {
    const token = tokens.find(({ symbol }) => symbol === wanted)
    if (!token) throw new Error(`No token ${wanted}`)
    return token.address
  }
  return {
    preset,
    sources: SOURCES,
    rpcUrl: node.rpcUrl,
    payer,
    treasury: accounts.treasury,
    pools: pools.length + 1,
    getToken,
    stop: node.stop,
  }
}

const deep = { depthUsd: 4_000_000, fee: 3000, offsetBps: 3 }
const POOLS: PoolPlan[] = [
  { module: 'uniswap-v2', a: 'WETH', b: 'USDC', ...deep },
  { module: 'uniswap-v2', a: 'WETH', b: 'USDT', ...deep },
  { module: 'uniswap-v2', a: 'WBTC', b: 'WETH', ...deep },
  { module: 'uniswap-v2', a: 'USDC', b: 'DAI', ...deep },
  { module: 'uniswap-v3', a: 'WETH', b: 'USDC', ...deep, fee: 500 },
  { module: 'uniswap-v3', a: 'WETH', b: 'USDC', ...deep },
  { module: 'uniswap-v3', a: 'WBTC', b: 'WETH', ...deep },
  { module: 'uniswap-v3', a: 'USDC', b: 'USDT', ...deep, fee: 500, shape: 'tight' },
  { module: 'uniswap-v3', a: 'USDC', b: 'DAI', ...deep, fee: 500, shape: 'tight' },
]

/**
 * Runs the constructor at the address itself, so that its storage and its own address are right.
 */
async function putAt(
  { rpc, from, address }: { rpc: Rpc; from: Address; address: Address },
  { abi, bytecode }: { abi: Abi; bytecode: Hex },
  args: unknown[],
): Promise<void> {
  await rpc.request('anvil_setCode', address, encodeDeployData({ abi, bytecode, args }))
  const call = { from, to: address, gas: toQuantity(16_000_000n) }
  const runtimeCode = await rpc.request<Hex>('eth_call', call, 'latest')
  await rpc.request('eth_sendTransaction', call)
  await rpc.request('anvil_mine', '0x1')
  await rpc.request('anvil_setCode', address, runtimeCode)
}
