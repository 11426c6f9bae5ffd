import { loaded } from '../errors/to-sluice-error.ts'

/** Loads the code of the requests that the form does not need at first. */
export const laterRequests = () => loaded(import('./later-requests.ts'))
