import { SluiceError } from '../../errors/sluice-error.ts'

/** `USER_REJECTED`: the user left the swap before the wallet signed it. */
export function abandonedError(): SluiceError {
  return new SluiceError('USER_REJECTED', { message: 'The swap was left before it was signed.' })
}
