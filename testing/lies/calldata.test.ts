import { afterAll, beforeAll, vi } from 'vitest'
import { CALLDATA_LIES } from './calldata-lies.ts'
import { type LieStage, startLieStage } from './lie-stage.ts'
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

runLies('Lies in the calldata', { lies: CALLDATA_LIES, least: 100, stage: () => stage })
