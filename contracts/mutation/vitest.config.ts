import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs the likely tests first, then the others in order. */
class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const likely = (process.env.SLUICE_LIKELY ?? '').split(',')
    const rank = ({ moduleId }: TestSpecification) => {
      const place = likely.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return place === -1 ? likely.length : place
    }
    return files.toSorted((x, y) => rank(x) - rank(y) || x.moduleId.localeCompare(y.moduleId))
  }
}

/** For one mutant: files run sequentially in one process, up to the first failing test. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['contracts/**/*.test.ts', 'service/modules/*/*-settlement.test.ts'],
    // Every guard needs its own test: the fuzz test and tests with their own compilation do not
    // count.
    exclude: [
      ...configDefaults.exclude,
      'contracts/mutation/**',
      'contracts/{artifacts,current-aave}.test.ts',
    ],
    bail: 1,
    fileParallelism: false,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LikelyFirst },
  },
})
