import { buildWhenStale } from '../scripts/testing/build-when-stale.ts'

/**
 * Builds the inputs of the examples and the documentation once, before two workers would build them
 * concurrently.
 */
// biome-ignore lint/style/noDefaultExport: the test runner calls the default export.
export default function setUp(): void {
  for (const part of ['embed', 'package', 'types'] as const) buildWhenStale(part)
}
