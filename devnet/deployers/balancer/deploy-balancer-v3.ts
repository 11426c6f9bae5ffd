import { type Address, getContractAddress, type Hex, parseAbi, parseEther, toHex, zeroAddress } from 'viem'
import type { TestChain } from '../../setup/test-chain.ts'
import { trusted } from '../../setup/test-source.ts'
import { compileBalancerV3 } from './compile-balancer-v3.ts'

/** A lower bound of the vault's code size with these settings. */
export const BALANCER_V3_CODE_BYTES = 40_000
/** The same limits as on Ethereum. */
const MIN_TRADE = 1_000_000n
const MIN_WRAP = 10_000n
const PROTOCOL_FEES = { swap: parseEther('0.5'), yield: parseEther('0.1') }
const YEAR = 365 * 86_400
const MONTH = 30 * 86_400

const SWAP_FEE = parseEther('0.003')
const AMPLIFICATION = 200n
/** Amount of each token, in wei. */
const HELD = parseEther('1000000')
const WITH_RATE = 1

const HAND = parseAbi([
  'struct Swap { uint8 kind; address pool; address tokenIn; address tokenOut; uint256 amountGivenRaw; uint256 limitRaw; bytes userData; }',
  'function fill(address vault, address pool, address[] tokens, uint256[] amounts)',
  'function join(address vault, address pool, address[] tokens, uint256[] amounts)',
  'function swap(address vault, Swap params) returns (uint256 taken, uint256 given)',
])

export interface V3Token {
  token: Address
  /** Default: the same amount of each token. */
  amount?: bigint
  /** Default: no rate. */
  rateProvider?: Address
}

interface PoolOptions {
  swapFee?: bigint
  hooks?: Address
}

interface V3Swap {
  pool: Address
  tokenIn: Address
  tokenOut: Address
  amount: bigint
}

/**
 * Deploys the vault of Balancer V3 without access control, with factories of weighted and stable
 * pools.
 */
export async function deployBalancerV3(
  chain: TestChain,
  {
    mint,
    deploy,
  }: {
    mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
    deploy: (name: string, args?: unknown[]) => Promise<Address>
  },
) {
  const { client, write } = chain
  const artifact = await compileBalancerV3()
  const create = (name: Parameters<typeof artifact>[0], args: unknown[]) => chain.deploy(artifact(name), args)
  const authorizer = await deploy('AllowingAuthorizer')
  const hand = await deploy('BalancerV3Hand')
  const { deployer } = chain.accounts
  const nonce = await client.getTransactionCount({ address: deployer })
  const vault = getContractAddress({ from: deployer, nonce: BigInt(nonce + 3) })
  const admin = await create('VaultAdmin', [vault, YEAR, MONTH, MIN_TRADE, MIN_WRAP])
  const extension = await create('VaultExtension', [vault, admin])
  const controller = await create('ProtocolFeeController', [vault, PROTOCOL_FEES.swap, PROTOCOL_FEES.yield])
  await create('Vault', [extension, authorizer, controller])
  const factories = {
    weighted: await create('WeightedPoolFactory', [vault, YEAR, 'factory', 'pool']),
    stable: await create('StablePoolFactory', [vault, YEAR, 'factory', 'pool']),
  }
  const abi = [
    ...artifact('Vault').abi,
    ...artifact('VaultExtension').abi,
    ...artifact('VaultAdmin').abi,
  ].filter((item) => item.type === 'function' || item.type === 'event' || item.type === 'error')
  let count = 0

  /** Creates a pool and fills it. */
  async function addPool<Token extends V3Token>(
    kind: 'Weighted' | 'Stable',
    unsorted: readonly Token[],
    {
      parameters,
      swapFee = SWAP_FEE,
      hooks = zeroAddress,
    }: PoolOptions & { parameters: (tokens: Token[]) => unknown },
  ): Promise<Address> {
    const tokens = unsorted.toSorted((x, y) => (BigInt(x.token) < BigInt(y.token) ? -1 : 1))
    count += 1
    const configs = tokens.map(({ token, rateProvider = zeroAddress }) => ({
      token,
      tokenType: rateProvider === zeroAddress ? 0 : WITH_RATE,
      rateProvider,
      paysYieldFees: rateProvider !== zeroAddress,
    }))
    const roles = { pauseManager: zeroAddress, swapFeeManager: zeroAddress, poolCreator: zeroAddress }
    const salt: Hex = toHex(count, { size: 32 })
    const args = ['Pool', 'POOL', configs, parameters(tokens), roles, swapFee, hooks, false, false, salt]
    const factory = factories[kind === 'Weighted' ? 'weighted' : 'stable']
    const call = { address: factory, abi: artifact(`${kind}PoolFactory`).abi, functionName: 'create', args }
    const { result } = await client.simulateContract({ ...call, account: deployer })
    await write(call.address, call.abi, call.functionName, call.args)
    const pool = result as Address
    await give(tokens, 'fill', pool)
    return pool
  }

  async function give(tokens: readonly V3Token[], how: 'fill' | 'join', pool: Address) {
    const amounts = tokens.map(({ amount = HELD }) => amount)
    for (const [i, { token }] of tokens.entries()) await mint(token, hand, amounts[i] ?? 0n)
    await write(hand, HAND, how, [vault, pool, tokens.map(({ token }) => token), amounts])
  }

  const addWeightedPool = (tokens: readonly (V3Token & { weight: bigint })[], options: PoolOptions = {}) =>
    addPool('Weighted', tokens, { ...options, parameters: (sorted) => sorted.map(({ weight }) => weight) })

  const addStablePool = (
    tokens: readonly V3Token[],
    { amplification = AMPLIFICATION, ...options }: PoolOptions & { amplification?: bigint } = {},
  ) => addPool('Stable', tokens, { ...options, parameters: () => amplification })

  const toArgs = (kind: 0 | 1, { pool, tokenIn, tokenOut, amount }: V3Swap) => {
    const limitRaw = kind === 0 ? 0n : 2n ** 256n - 1n
    const params = {
      kind,
      pool,
      tokenIn,
      tokenOut,
      amountGivenRaw: amount,
      limitRaw,
      userData: '0x' as const,
    }
    return [vault, params] as const
  }

  /** Amounts of a swap according to the vault. The hand must hold the input. */
  async function trySwap(kind: 0 | 1, swap: V3Swap) {
    const { result } = await client.simulateContract({
      address: hand,
      abi: HAND,
      functionName: 'swap',
      args: toArgs(kind, swap),
      account: deployer,
    })
    const [taken, given] = result
    return { taken, given }
  }

  return {
    vault,
    abi,
    artifact,
    factories,
    hand,
    source: trusted(12, vault),
    addWeightedPool,
    addStablePool,
    /** Adds liquidity, with tokens in the pool's order. */
    join: (pool: Address, tokens: readonly V3Token[]) => give(tokens, 'join', pool),
    trySwap,
    swap: (kind: 0 | 1, swap: V3Swap) => write(hand, HAND, 'swap', [...toArgs(kind, swap)]),
  }
}
