import type { Address, Hex } from 'viem'
import { getCloneHash } from '../../bytecode/get-clone-hash.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE } from '../../setup/test-source.ts'
import { compileSlipstream } from './compile-slipstream.ts'
import { createPoolTools, type PoolFiller } from './concentrated-pools.ts'

/** A spacing that factories support from the start. */
export const SLIPSTREAM_SPACING = 100

/**
 * Answers zero to every call; replaces the voter and the previous factory, for pools without
 * gauges.
 */
const NOBODY: Hex = '0x60206000f3'
const NOBODY_AT: Address = '0x00000000000000000000000000000000000000ca'

/** Deploys Slipstream without pools, with a price reader. */
export async function deploySlipstream(chain: TestChain, filler: PoolFiller) {
  const { client, write } = chain
  const get = await compileSlipstream()
  await client.setCode({ address: NOBODY_AT, bytecode: NOBODY })
  const implementation = await chain.deploy(get('CLPool'))
  const factory = await chain.deploy(get('CLFactory'), [NOBODY_AT, NOBODY_AT, implementation])
  const { abi: factoryAbi } = get('CLFactory')
  const { addToPool, askPool } = await createPoolTools(chain, filler)

  /** Creates a pool at a price of 1, and fills it. */
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
    await addToPool(pool, { lower: -12_000, upper: 12_000, delta: RESERVE })
    return pool
  }

  /** Sets a fee module of the factory. */
  async function setFeeModule(
    name: 'CustomSwapFeeModule' | 'DynamicSwapFeeModule',
    args: readonly unknown[] = [],
  ) {
    const { abi, bytecode } = get(name)
    const address = await chain.deploy({ abi, bytecode }, [factory, ...args])
    await write(factory, factoryAbi, 'setSwapFeeModule', [address])
    return { address, abi }
  }

  return {
    factory,
    factoryAbi,
    poolAbi: get('CLPool').abi,
    source: { kind: 1, factory, initCodeHash: getCloneHash(implementation), feeBps: 0 },
    addSlipstreamPool,
    addToPool,
    setFeeModule,
    askPool,
  }
}
