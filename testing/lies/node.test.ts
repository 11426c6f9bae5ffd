import { afterAll, beforeAll, vi } from 'vitest'
import { type LieStage, startLieStage } from './lie-stage.ts'
import { NODE_LIES } from './node-lies.ts'
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

runLies('Lies by the node', { lies: NODE_LIES, least: 80, stage: () => stage })
