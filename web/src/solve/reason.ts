import type { Scene } from '../board/scene.ts';
import type { Reason } from '../wire.ts';
export function withReason(scene: Scene, _reason: Reason): Scene {
  return scene;
}
