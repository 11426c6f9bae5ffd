/**
 * True if the deadline of a swap, in milliseconds since the epoch, has passed: the contract then
 * rejects the swap.
 */
export function hasExpired({ deadlineAt }: { deadlineAt?: number | undefined }): boolean {
  return deadlineAt !== undefined && deadlineAt <= Date.now()
}
