/** Whether the deadline of a swap has passed, in milliseconds since the epoch: then the contract swaps nothing. */
export function hasExpired({ deadlineAt }: { deadlineAt?: number | undefined }): boolean {
  return deadlineAt !== undefined && deadlineAt <= Date.now()
}
