import { describe, expect, it } from 'vitest'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { createWrappedNativePool } from './wrapped-native-pool.ts'

const create = () => createWrappedNativePool(sampleAddress(1))

describePoolConformance('the wrapped native token', create, { hasCurve: false })

describe('wrapped native token', () => {
  it('converts one for one in both directions', () => {
    expect(create().exactInput(true, 123n)?.amountOut).toBe(123n)
    expect(create().exactOutput(false, 123n)?.amountIn).toBe(123n)
  })
})
