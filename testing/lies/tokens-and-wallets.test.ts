import { inRoutineModes, runLies, stageOfThisFile } from './run-lies.ts'
import { CATALOGUE_LIES, TOKEN_LIES } from './token-lies.ts'
import { WALLET_LIES } from './wallet-lies.ts'

const stage = stageOfThisFile()

runLies('Lies by the catalogue', { lies: CATALOGUE_LIES, min: 20, ...inRoutineModes, stage })
runLies('Lies by tokens', { lies: TOKEN_LIES, min: 40, ...inRoutineModes, stage })
runLies('Lies by the wallet', { lies: WALLET_LIES, min: 40, stage })
