import { PURCHASE_LIES } from './purchase-lies.ts'
import { inRoutineModes, runLies, stageOfThisFile } from './run-lies.ts'

const stage = stageOfThisFile()

runLies('False purchases', { lies: PURCHASE_LIES, min: 90, ...inRoutineModes, stage })
