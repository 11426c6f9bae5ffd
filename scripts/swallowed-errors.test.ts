import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A rejection handler without a parameter treats a defect like a lost connection. */
const BARE_CATCH = /\.catch\(\(\) =>/g
/** Wallets, host code and the pages around the widget throw errors of other code. */
const FOREIGN = ['wallet', 'embed', 'events', 'doctor']
/** Rejections that another handler receives, or that no code of the widget causes. */
const HANDLED: Record<string, number> = {
  'src/activity/swap-owner.ts': 1,
  'src/clients/http.ts': 2,
  'src/execution/effects/latest-block.ts': 1,
  'src/execution/effects/watch-swap.ts': 2,
  'src/i18n/add-page-messages.ts': 1,
  'src/queries/is-listed-token.ts': 1,
  'src/queries/token-query.ts': 1,
  'src/widget/later-pages.ts': 1,
}

it('finds no rejection handler that would hide a defect: use `orUnknown` of report-defect.ts', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/?testing\//.test(file))
    .filter((file) => !FOREIGN.includes(file.split('/')[0] ?? ''))
    .map((file) => `src/${file}`)
  const found = files.flatMap((file) => {
    const count = readFileSync(file, 'utf8').match(BARE_CATCH)?.length ?? 0
    return count > 0 ? [[file, count] as const] : []
  })
  expect(Object.fromEntries(found)).toEqual(HANDLED)
})
