import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests that most likely notice come first; the others follow as they stand. */
class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const likely = (process.env.SLUICE_LIKELY ?? '').split(',')
    const rank = ({ moduleId }: TestSpecification) => {
      const place = likely.findIndex((name) => moduleId.endsWith(`/contracts/${name}.test.ts`))
      return place === -1 ? likely.length : place
    }
    return files.toSorted((x, y) => rank(x) - rank(y) || x.moduleId.localeCompare(y.moduleId))
  }
}

/** For one mutant: one file after another in one process, and no further than the first test that fails. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['contracts/**/*.test.ts'],
    // What a guard is for has a test that says so: what only chance finds, or what compiles for itself, does not count.
    exclude: [
      ...configDefaults.exclude,
      'contracts/mutation/**',
      'contracts/{artifacts,current-aave,fuzz}.test.ts',
    ],
    bail: 1,
    fileParallelism: false,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LikelyFirst },
  },
})
