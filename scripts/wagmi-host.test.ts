import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildWhenStale } from '../playwright/build-when-stale.ts'
import { root } from '../playwright/stack.ts'
import { sumBrotli } from './lib/build-as-host.ts'
import { buildWagmiHost } from './lib/build-wagmi-host.ts'

it('costs an app with wagmi 45 kB at once: the widget takes what such an app has', async () => {
  buildWhenStale('package')
  const dist = join(root, 'dist')
  const without = sumBrotli(await buildWagmiHost(dist))
  const having = sumBrotli(await buildWagmiHost(dist, { hasWidget: true }))
  // The app has its packages: a build that leaves them out would make the difference small.
  expect(without).toBeGreaterThan(100_000)
  expect(having - without).toBeGreaterThan(30_000)
  expect(having - without).toBeLessThan(45_000)
}, 120_000)
