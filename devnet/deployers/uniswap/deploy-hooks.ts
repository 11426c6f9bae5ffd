import { type Address, parseAbi } from 'viem'
import type { TestChain } from '../../setup/test-chain.ts'
import { type deployManager, type PoolKey, V4_POOL } from './deploy-manager.ts'

/** The last bits of the address declare the hooks before and after a swap. */
const HOOKS: Address = '0x40000000000000000000000000000000000000C0'
/** Marks pools whose hooks set the fee of each swap. */
const DYNAMIC_FEE = 0x800000
const abi = parseAbi(['function calls() view returns (uint256)'])

interface Ground {
  addManagedPool: Awaited<ReturnType<typeof deployManager>>['addManagedPool']
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

/**
 * Hooks of V4 pools that count their calls, and pools with them: `fixed` with a static fee,
 * `dynamic` without.
 */
export async function deployHookedPools(
  chain: TestChain,
  pairs: Record<'fixed' | 'dynamic', readonly [Address, Address]>,
  { addManagedPool, deploy }: Ground,
) {
  const { client } = chain
  const code = await client.getCode({ address: await deploy('TestHooks') })
  await client.setCode({ address: HOOKS, bytecode: code ?? '0x' })
  const pools: Record<keyof typeof pairs, PoolKey> = {
    fixed: await addManagedPool(pairs.fixed, V4_POOL, HOOKS),
    dynamic: await addManagedPool(pairs.dynamic, { ...V4_POOL, fee: DYNAMIC_FEE }, HOOKS),
  }
  return {
    pools,
    /** Two calls for each swap. */
    countCalls: () => client.readContract({ address: HOOKS, abi, functionName: 'calls' }),
  }
}
