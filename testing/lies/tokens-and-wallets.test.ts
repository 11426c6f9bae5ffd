import { afterAll, beforeAll, vi } from 'vitest'
import { type LieStage, startLieStage } from './lie-stage.ts'
import { runLies } from './run-lies.ts'
import { CATALOGUE_LIES, TOKEN_LIES } from './token-lies.ts'
import { WALLET_LIES } from './wallet-lies.ts'

let stage: LieStage

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  stage = await startLieStage()
})
afterAll(async () => {
  await stage?.stop()
  vi.unstubAllGlobals()
})

runLies('Lies by the catalogue', { lies: CATALOGUE_LIES, least: 20, stage: () => stage })
runLies('Lies by tokens', { lies: TOKEN_LIES, least: 40, stage: () => stage })
runLies('Lies by the wallet', { lies: WALLET_LIES, least: 40, stage: () => stage })
