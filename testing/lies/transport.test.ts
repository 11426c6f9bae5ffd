import { afterAll, beforeAll, vi } from 'vitest'
import { type LieStage, startLieStage } from './lie-stage.ts'
import { runLies } from './run-lies.ts'
import { TRANSPORT_LIES } from './transport-lies.ts'
import { TWO_STEP_LIES } from './two-step-lies.ts'

let stage: LieStage

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  stage = await startLieStage()
})
afterAll(async () => {
  await stage?.stop()
  vi.unstubAllGlobals()
})

runLies('Answers that are none', { lies: TRANSPORT_LIES, least: 50, stage: () => stage })
runLies('Honest first', { lies: TWO_STEP_LIES, least: 40, stage: () => stage })
