import { createRate } from '../lib/create-rate.ts'
import type { ImportWatch } from './import-pools.ts'

/** Records the progress of an import and describes it in one line. */
export interface ImportProgress extends ImportWatch {
  describe(): string
}

export function createImportProgress(nowMs = () => performance.now()): ImportProgress {
  const rate = createRate(nowMs)
  let total = 0
  let isConfirmed = false

  return {
    moved(rows, of) {
      total = of
      rate.add(rows)
    },
    confirmed() {
      isConfirmed = true
    },
    describe() {
      const done = rate.done()
      if (done === undefined) return 'comparing the sources of the file with the chain'
      if (isConfirmed) return 'storing the confirmed pools'
      const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
      const perSecond = Math.round(rate.perSecond()).toLocaleString('en')
      const seconds = rate.secondsUntil(total)
      const left = seconds === undefined ? '' : `, about ${Math.max(0, seconds).toLocaleString('en')} s left`
      return `confirming rows, ${counts}, ${perSecond} a second${left}`
    },
  }
}
