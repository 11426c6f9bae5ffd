export function ProgressPage() {
  return null
}
