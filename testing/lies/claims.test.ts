import { afterAll, beforeAll, vi } from 'vitest'
import { type LieStage, startLieStage } from './lie-stage.ts'
import { PRICE_LIES } from './price-lies.ts'
import { QUOTE_LIES } from './quote-lies.ts'
import { runLies } from './run-lies.ts'

let stage: LieStage

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  stage = await startLieStage()
})
afterAll(async () => {
  await stage?.stop()
  vi.unstubAllGlobals()
})

runLies('Lies about a price', { lies: PRICE_LIES, least: 40, stage: () => stage })
runLies('Lies about a quote', { lies: QUOTE_LIES, least: 100, stage: () => stage })
