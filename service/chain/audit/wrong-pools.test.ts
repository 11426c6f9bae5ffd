import { numberToHex } from 'viem'
import { expect, it } from 'vitest'
import type { FollowedModule } from '../../modules/core/module.ts'
import { sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import type { ChainEvent } from '../chain-events.ts'
import { keepFound, type MissedPool, takeBackFound, takeMissed } from '../discovery/rediscovery.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createSnapshot } from '../snapshot/snapshot.ts'
import { createWrongPools } from './wrong-pools.ts'

const makePool = (n: number) => sampleV2Pool({ reserve0: 10n ** 20n, reserve1: 10n ** 20n }, { n })
const [wrong, right] = [makePool(1), makePool(2)]
const hash = numberToHex(1, { size: 32 })
const header = { number: 1n, hash, parentHash: hash, timestamp: 1n, gasPrice: 1n }
const state = createSnapshot(header, { poolIndex: createPoolIndex([wrong, right]), sampled: new Set() })
const MINUTE_MS = 60_000

function make() {
  const missed = new Set<MissedPool>()
  const events: ChainEvent[] = []
  let now = 0
  let changes = 0
  const pools = createWrongPools({
    missed,
    followed: [{ id: wrong.module } as FollowedModule],
    report: (event) => events.push(event),
    onChange: () => {
      changes += 1
    },
    nowMs: () => now,
  })
  /** Reads the waiting pools with the next block. */
  function mine(blockNumber: bigint) {
    const taken = takeMissed(missed)
    keepFound(missed, { taken, found: taken, blockNumber })
  }
  return {
    ...{ missed, events, pools, mine },
    changes: () => changes,
    wait(ms: number) {
      now += ms
    },
    served: () => [...pools.hideIn(state).pools()].map(({ address }) => address).toSorted(),
  }
}

const both = [wrong.address, right.address].toSorted()

it('hides a wrong pool until it is reloaded, and again if that block is reverted', () => {
  const { missed, events, pools, mine, served, changes } = make()
  expect(pools.hideIn(state)).toBe(state)
  pools.add([wrong], 1n)
  expect([served(), pools.has(wrong.address), changes()]).toEqual([[right.address], true, 1])
  mine(2n)
  expect([served(), pools.has(wrong.address)]).toEqual([both, false])
  takeBackFound(missed, 1n)
  expect(served()).toEqual([right.address])
  mine(2n)
  expect([served(), events]).toEqual([both, []])
})

it('hides none after a full reload, except pools that are set aside', () => {
  const { pools, served } = make()
  pools.add([wrong], 1n)
  pools.loaded()
  expect(served()).toEqual(both)
  pools.add([wrong], 2n)
  pools.loaded()
  expect(served()).toEqual([right.address])
})

it('sets aside a pool that is wrong again, longer each time, up to an hour', () => {
  const { events, pools, mine, wait, served } = make()
  pools.add([wrong], 1n)
  mine(2n)
  wait(60 * MINUTE_MS)
  let block = 3n
  for (const minutes of [5, 10, 20, 40, 60, 60]) {
    pools.add([wrong], block)
    expect(events.splice(0)).toEqual([{ type: 'set-aside', blockNumber: block, pools: [wrong.address] }])
    mine(block + 1n)
    wait(minutes * MINUTE_MS)
    expect(served()).toEqual([right.address])
    wait(1)
    expect(served()).toEqual(both)
    block += 2n
  }
})

it('does not set aside a pool that is rarely wrong', () => {
  const { events, pools, mine, wait, served } = make()
  for (const block of [1n, 3n, 5n]) {
    pools.add([wrong], block)
    mine(block + 1n)
    wait(121 * MINUTE_MS)
  }
  expect([served(), events]).toEqual([both, []])
})

it('does not wait for a pool that is read with each block', () => {
  const { missed, pools } = make()
  pools.add([{ ...right, module: 'another' }], 1n)
  expect([missed.size, pools.has(right.address)]).toEqual([0, false])
})
