import { inRoutineModes, runLies, stageOfThisFile } from './run-lies.ts'
import { CATALOGUE_LIES, TOKEN_LIES } from './token-lies.ts'
import { WALLET_LIES } from './wallet-lies.ts'

const stage = stageOfThisFile()

runLies('False catalogues', { lies: CATALOGUE_LIES, min: 20, ...inRoutineModes, stage })
runLies('False tokens', { lies: TOKEN_LIES, min: 40, ...inRoutineModes, stage })
runLies('False wallets', { lies: WALLET_LIES, min: 40, stage })
