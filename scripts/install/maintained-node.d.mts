export const MAINTAINED_NODE: string
export function findMaintainedNode(): string | undefined
export function ensureMaintainedNode(): string | undefined
