import { buildWhenStale } from './build-when-stale.ts'

/** Builds what the examples and the documentation are made of, once, before two workers would do so at the same time. */
// biome-ignore lint/style/noDefaultExport: the test runner calls the default export.
export default function setUp(): void {
  for (const part of ['embed', 'package', 'types'] as const) buildWhenStale(part)
}
