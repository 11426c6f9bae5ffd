export function wrapProgram(root: string, program: string): void
