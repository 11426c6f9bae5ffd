import { type Address, concat, type Hex, keccak256, parseAbi, toFunctionSelector } from 'viem'
import { compileSlipstream } from './compile-slipstream.ts'
import { RESERVE } from './deploy-protocols.ts'
import { devnetArtifact } from './protocol-artifacts.ts'
import type { TestChain } from './test-chain.ts'

/** One that factories have from the start. */
export const SLIPSTREAM_SPACING = 100

const SLOT0 = toFunctionSelector('slot0()')
/** Answers zero to every call: in the place of the voter and of the factory before this one, for pools without gauges. */
const NOBODY: Hex = '0x60206000f3'
const NOBODY_AT: Address = '0x00000000000000000000000000000000000000ca'
const poolAbi = parseAbi([
  'function mint(address, int24, int24, uint128)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
])

/** Deploys Slipstream without pools, and what asks a pool for its price. */
export async function deploySlipstream(
  chain: TestChain,
  { provider, mint }: { provider: Address; mint: (token: Address, to: Address, amount: bigint) => unknown },
) {
  const { client, write } = chain
  const get = await compileSlipstream()
  await client.setCode({ address: NOBODY_AT, bytecode: NOBODY })
  const implementation = await chain.deploy(get('CLPool'))
  const factory = await chain.deploy(get('CLFactory'), [NOBODY_AT, NOBODY_AT, implementation])
  const { abi: factoryAbi } = get('CLFactory')
  const { abi: quoterAbi, bytecode } = devnetArtifact('PoolQuoter')
  const quoter = await chain.deploy({ abi: quoterAbi, bytecode })

  /** Makes a pool at a price of 1, and fills it. */
  async function addSlipstreamPool(
    tokenA: Address,
    tokenB: Address,
    tickSpacing = SLIPSTREAM_SPACING,
  ): Promise<Address> {
    const args = [tokenA, tokenB, tickSpacing]
    await write(factory, factoryAbi, 'createPool', [...args, 2n ** 96n])
    const pool = (await client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPool',
      args,
    })) as Address
    await addToSlipstream(pool, { lower: -12_000, upper: 12_000, delta: RESERVE })
    return pool
  }

  async function addToSlipstream(
    pool: Address,
    { lower, upper, delta }: { lower: number; upper: number; delta: bigint },
  ) {
    for (const functionName of ['token0', 'token1'] as const) {
      await mint(await client.readContract({ address: pool, abi: poolAbi, functionName }), provider, delta)
    }
    await write(provider, poolAbi, 'mint', [pool, lower, upper, delta])
  }

  /** Makes a module of fees the factory's. */
  async function setFeeModule(
    name: 'CustomSwapFeeModule' | 'DynamicSwapFeeModule',
    args: readonly unknown[] = [],
  ) {
    const { abi, bytecode } = get(name)
    const address = await chain.deploy({ abi, bytecode }, [factory, ...args])
    await write(factory, factoryAbi, 'setSwapFeeModule', [address])
    return { address, abi }
  }

  /** What a swap takes and gives; `amount` is sold when positive, bought when negative. */
  async function askPool(pool: Address, zeroForOne: boolean, amount: bigint) {
    const { result } = await client.simulateContract({
      address: quoter,
      abi: quoterAbi,
      functionName: 'quote',
      args: [pool, zeroForOne, amount, SLOT0],
    })
    const [amount0, amount1, price] = result as [bigint, bigint, bigint]
    return zeroForOne
      ? { taken: amount0, given: -amount1, price }
      : { taken: amount1, given: -amount0, price }
  }

  const clone = concat([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
  return {
    factory,
    factoryAbi,
    poolAbi: get('CLPool').abi,
    source: { kind: 1, factory, initCodeHash: keccak256(clone), feeBps: 0 },
    addSlipstreamPool,
    addToSlipstream,
    setFeeModule,
    askPool,
  }
}
