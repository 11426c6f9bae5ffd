import { loaded } from '../errors/to-sluice-error.ts'

/** The code of the requests that the form does not make at first. */
export const laterRequests = () => loaded(import('./later-requests.ts'))
