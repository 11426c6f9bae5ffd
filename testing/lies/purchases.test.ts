import { PURCHASE_LIES } from './purchase-lies.ts'
import { ofService, runLies, stageOfThisFile } from './run-lies.ts'

const stage = stageOfThisFile()

runLies('Lies about a purchase', { lies: PURCHASE_LIES, min: 90, ...ofService, stage })
