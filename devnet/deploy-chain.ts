import { type Abi, concatHex, getContractAddress } from 'viem'
import { type Address, type Hex, ZERO_ADDRESS } from '../src/lib/address.ts'
import type { DevnetAccounts } from './accounts.ts'
import { type Artifacts, loadArtifacts } from './artifacts.ts'
import type { ChainPlan } from './chains.ts'
import { deployPools } from './deploy-pools.ts'
import { deployTokens, grantTokens } from './deploy-tokens.ts'
import type { ManifestChain, ManifestSource } from './manifest.ts'
import { POOLS } from './pools.ts'
import { type Rpc, toQuantity } from './rpc.ts'
import { createSetup, type Setup } from './setup.ts'

export interface DeployedChain extends Omit<ManifestChain, 'rpcUrl' | 'wsUrl'> {
  desk: { address: Address; abi: Abi }
}

/** Present on every chain, at the same address: puts code where its hash and salt say. */
const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const PLENTY_OF_ETHER = toQuantity(10n ** 27n)

/** Puts everything on an empty chain, in two blocks. The addresses are the same on every start. */
export async function deployChain(
  rpc: Rpc,
  plan: ChainPlan,
  accounts: DevnetAccounts,
): Promise<DeployedChain> {
  const artifacts = loadArtifacts()
  const deployer = accounts.deployer(plan.index)
  const { marketMaker, treasury } = accounts
  const setup = createSetup(rpc, deployer)

  const weth = setup.deploy('WETH', artifacts.weth)
  const tokens = deployTokens(setup, artifacts, weth)
  const deskAbi = own(artifacts, 'LiquidityDesk').abi
  const deskAddress = setup.deploy('the desk', own(artifacts, 'LiquidityDesk'), [weth, marketMaker])
  const desk = { address: deskAddress, abi: deskAbi }
  const sources = deploySources(setup, artifacts)
  const v3Factory = sources.find(({ kind }) => kind === 'v3')?.factory ?? ZERO_ADDRESS
  const contracts = {
    weth,
    permit2: artifacts.permit2.address,
    multicall3: artifacts.multicall3.address,
    treasury,
    quoterV2: setup.deploy('QuoterV2', artifacts.quoterV2, [v3Factory, weth]),
    tickLens: setup.deploy('TickLens', artifacts.tickLens),
  }
  setup.send('Permit2', CREATE2_DEPLOYER, concatHex([artifacts.permit2.salt, artifacts.permit2.bytecode]))

  await rpc.batch([
    { method: 'anvil_impersonateAccount', params: [deployer] },
    { method: 'anvil_impersonateAccount', params: [marketMaker] },
    { method: 'anvil_setBalance', params: [deployer, PLENTY_OF_ETHER] },
    { method: 'anvil_setBalance', params: [marketMaker, PLENTY_OF_ETHER] },
    { method: 'anvil_setBalance', params: [desk.address, PLENTY_OF_ETHER] },
    { method: 'anvil_setCode', params: [artifacts.multicall3.address, artifacts.multicall3.runtimeCode] },
  ])
  await setup.flush()

  const settlement = deploySettlement(setup, artifacts, sources, contracts)
  const pools = deployPools(setup, desk, { plans: POOLS[plan.name], sources, tokens })
  grantTokens(
    setup,
    desk,
    tokens,
    accounts.funded.map(({ address }) => address),
  )
  await setup.flush()
  await rpc.request('anvil_stopImpersonatingAccount', deployer)

  const { name, label, id, nativeCurrency } = plan
  return {
    name,
    label,
    id,
    nativeCurrency,
    contracts: { ...contracts, ...settlement },
    sources,
    tokens,
    pools,
    desk,
  }
}

/** The exchanges, in the order in which the executor is told of them. */
function deploySources(setup: Setup, artifacts: Artifacts): ManifestSource[] {
  const source = (
    module: string,
    kind: 'v2' | 'v3',
    factory: Address,
    initCodeHash: Hex,
    feeBps: number,
  ) => ({
    module,
    kind,
    factory,
    initCodeHash,
    feeBps,
  })
  const uniswapV2 = setup.deploy('Uniswap V2', artifacts.uniswapV2Factory, [ZERO_ADDRESS])
  const deltaV2 = setup.deploy('Delta V2', artifacts.deltaV2Factory, [ZERO_ADDRESS])
  const uniswapV3 = setup.deploy('Uniswap V3', artifacts.uniswapV3Factory)
  return [
    source('uniswap-v2', 'v2', uniswapV2, artifacts.uniswapV2PairHash, 30),
    source('delta-v2', 'v2', deltaV2, artifacts.deltaV2PairHash, 20),
    source('uniswap-v3', 'v3', uniswapV3, artifacts.uniswapV3PoolHash, 0),
  ].map((fields, index) => ({ index, ...fields }))
}

/** The settlement makes its executor itself: the first contract it creates. */
function deploySettlement(
  setup: Setup,
  artifacts: Artifacts,
  sources: ManifestSource[],
  { weth, permit2, treasury }: { weth: Address; permit2: Address; treasury: Address },
): { settlement: Address; executor: Address } {
  const rows = sources.map(({ kind, factory, initCodeHash, feeBps }) => ({
    kind: kind === 'v2' ? 0 : 1,
    factory,
    initCodeHash,
    feeBps,
  }))
  const settlement = setup.deploy('Settlement', artifacts.settlement, [weth, permit2, treasury, rows])
  return { settlement, executor: getContractAddress({ from: settlement, nonce: 1n }) }
}

function own(artifacts: Artifacts, name: string): Artifacts['weth'] {
  const contract = artifacts.own[name]
  if (!contract) throw new Error(`No contract ${name} is compiled`)
  return contract
}
