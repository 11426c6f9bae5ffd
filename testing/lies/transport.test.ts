import { inRoutineModes, runLies, stageOfThisFile } from './run-lies.ts'
import { TRANSPORT_LIES } from './transport-lies.ts'
import { TWO_STEP_LIES } from './two-step-lies.ts'

const stage = stageOfThisFile()

runLies('Invalid responses', { lies: TRANSPORT_LIES, min: 50, ...inRoutineModes, stage })
runLies('Honest first', { lies: TWO_STEP_LIES, min: 40, ...inRoutineModes, stage })
