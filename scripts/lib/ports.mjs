// Dependency-free, like setup.mjs.
import { createServer } from 'node:net'

/** The ports that `npm start` listens on, by the variable that overrides each. */
const PORTS = {
  SLUICE_PLAYGROUND_PORT: ['the playground', 5173],
  SLUICE_SERVICE_PORT: ['the service', 8787],
  SLUICE_ETHEREUM_PORT: ['the chain ethereum', 8545],
  SLUICE_BASE_PORT: ['the chain base', 8546],
}

/**
 * Returns the port of each part of `npm start` by variable, and a sentence for each unusable port.
 */
export async function findPorts(env) {
  const ports = {}
  const mistakes = []
  for (const [variable, [who, byDefault]] of Object.entries(PORTS)) {
    const port = Number(env[variable] || byDefault)
    const duplicate = Object.keys(ports).find((other) => ports[other] === port)
    ports[variable] = port
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      mistakes.push(`${variable} must be a port between 1 and 65535, not "${env[variable]}".`)
    } else if (duplicate) {
      mistakes.push(`${duplicate} and ${variable} are both ${port}. Set one of them to another port.`)
    } else if (await isTaken(port)) {
      mistakes.push(
        `Port ${port} is in use, and ${who} needs it. Stop the process that listens on it, or set ${variable} to another port.`,
      )
    }
  }
  return { ports, mistakes }
}

/** Returns whether the port is in use on either loopback address. */
async function isTaken(port) {
  const codes = await Promise.all(['127.0.0.1', '::1'].map((host) => errorOfListening(port, host)))
  return codes.includes('EADDRINUSE')
}

function errorOfListening(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }) => resolve(code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
