import { CALLDATA_LIES } from './calldata-lies.ts'
import { inRoutineModes, runLies, stageOfThisFile } from './run-lies.ts'

const stage = stageOfThisFile()

runLies('False calldata', { lies: CALLDATA_LIES, min: 100, ...inRoutineModes, stage })
