import { PERMIT_LIES } from './permit-lies.ts'
import { runLies, stageOfThisFile } from './run-lies.ts'

const stage = stageOfThisFile()

runLies('False permits', { lies: PERMIT_LIES, min: 50, stage })
