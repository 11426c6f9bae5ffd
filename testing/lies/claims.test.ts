import { PRICE_LIES } from './price-lies.ts'
import { QUOTE_LIES } from './quote-lies.ts'
import { inRoutineModes, runLies, stageOfThisFile } from './run-lies.ts'

const stage = stageOfThisFile()

runLies('False prices', { lies: PRICE_LIES, min: 40, ...inRoutineModes, stage })
runLies('False quotes', { lies: QUOTE_LIES, min: 100, ...inRoutineModes, stage })
