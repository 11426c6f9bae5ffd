import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sumBrotli } from './build/build-as-host.ts'
import { buildWagmiHost } from './build/build-wagmi-host.ts'
import { root } from './lib/setup.mjs'
import { buildWhenStale } from './testing/build-when-stale.ts'

it('adds less than 45 kB to an app with wagmi at the start', async () => {
  buildWhenStale('package')
  const dist = join(root, 'dist')
  const without = sumBrotli(await buildWagmiHost(dist))
  const having = sumBrotli(await buildWagmiHost(dist, { hasWidget: true }))
  // The size shows that the build includes the app's packages, which the comparison needs.
  expect(without).toBeGreaterThan(100_000)
  expect(having - without).toBeGreaterThan(30_000)
  expect(having - without).toBeLessThan(45_000)
}, 120_000)
