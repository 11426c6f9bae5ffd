import { decodes, isRoutine } from './modes.ts'
import { NODE_LIES } from './node-lies.ts'
import { runLies, stageOfThisFile } from './run-lies.ts'

const stage = stageOfThisFile()

// A call that is not decoded is verified only by its simulation, which a node can falsify: `warn`
// shows it to the user.
runLies('False nodes', {
  lies: NODE_LIES,
  min: 80,
  modes: (mode) => isRoutine(mode) || !decodes(mode),
  stage,
})
