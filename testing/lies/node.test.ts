import { NODE_LIES } from './node-lies.ts'
import { runLies, stageOfThisFile } from './run-lies.ts'

const stage = stageOfThisFile()

runLies('Lies by the node', { lies: NODE_LIES, min: 80, stage })
