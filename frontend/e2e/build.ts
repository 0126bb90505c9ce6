import { execFileSync } from 'node:child_process'
import { binary, project } from './places'

/** Builds the program without its window: the same back end, served to a browser. */
export default function build() {
  execFileSync('go', ['build', '-o', binary, '.'], {
    cwd: project,
    env: { ...process.env, CGO_ENABLED: '0' },
    stdio: 'inherit',
  })
}
