import { execFileSync } from 'node:child_process'
import { binary, project } from './places'

/** Builds the page where it is older than its sources, and the program without its window around it. */
export default function build() {
  execFileSync('make', ['--silent', 'page'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('go', ['build', '-o', binary, '.'], {
    cwd: project,
    env: { ...process.env, CGO_ENABLED: '0' },
    stdio: 'inherit',
  })
}
