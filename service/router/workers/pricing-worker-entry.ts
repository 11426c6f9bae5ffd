import { parentPort, workerData } from 'node:worker_threads'
import type { ChainServiceConfig } from '../../config/types.ts'
import { type Ask, createReplica, READY } from './worker-markets.ts'

// Prices in a thread of its own: searches never hold up requests, blocks and one another.
const answer = createReplica((workerData as { chains: ChainServiceConfig[] }).chains)

parentPort?.on('message', (ask: Ask) => parentPort?.postMessage(answer(ask)))
parentPort?.postMessage(READY)
