import { type Address, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { Pool, PoolIdentity, PoolSwap } from '../core/pool.ts'
import { WRAPPED_NATIVE_MODULE } from '../core/source-config.ts'

const WRAP_GAS = 3_000

/**
 * Converts the native token and its wrapped form one for one. The settlement wraps, so there is no
 * step.
 */
export function createWrappedNativePool(weth: Address): Pool {
  const identity: PoolIdentity = { address: weth, tokens: [NATIVE_TOKEN, weth], fee: 0, tickSpacing: 0 }
  return {
    identity,
    address: weth,
    module: WRAPPED_NATIVE_MODULE,
    origin: { name: 'Wrapped native token', kind: 'wrap' },
    step: () => undefined,
    tokens: identity.tokens,
    fee: 0,
    depth: [0n, 0n],
    isHealthy: true,
    spot: { numerator: 1n, denominator: 1n },
    swapGas: WRAP_GAS,
    exactInput(_zeroForOne, amountIn) {
      return oneForOne(this, amountIn)
    },
    exactOutput(_zeroForOne, amountOut) {
      return oneForOne(this, amountOut)
    },
    curve: () => undefined,
    advance() {
      return this
    },
    fingerprint: () => '1:1',
    record: () => ({ kind: WRAPPED_NATIVE_MODULE, args: [weth] }),
  }
}

function oneForOne(pool: Pool, amount: bigint): PoolSwap | undefined {
  if (amount <= 0n) return undefined
  return { amountIn: amount, amountOut: amount, gas: WRAP_GAS, after: () => pool }
}
