import { NODE_LIES } from './node-lies.ts'
import { runLies, stageOfThisFile } from './run-lies.ts'

const stage = stageOfThisFile()

runLies('Lies by the node', { lies: NODE_LIES, least: 80, stage })
