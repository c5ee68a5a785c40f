import { Focus, Maximize, Minus, Plus } from "lucide-react";
import type { Looking } from "../../../play/face";
import type { Camera } from "./camera";

/** Larger, smaller, all of it, and whether it follows the turn. */
export function Zoom({
  camera,
  looking: { say },
  isFollowing,
  onFollow,
}: {
  camera: Camera;
  looking: Looking;
  isFollowing: boolean;
  onFollow: (isOn: boolean) => void;
}) {
  return (
    <div className="zoom">
      <button type="button" aria-label={say("imperial:map.in")} onClick={() => camera.zoom(1.5)}>
        <Plus size={20} aria-hidden="true" />
      </button>
      <button type="button" aria-label={say("imperial:map.out")} onClick={() => camera.zoom(1 / 1.5)}>
        <Minus size={20} aria-hidden="true" />
      </button>
      <button type="button" aria-label={say("imperial:map.fit")} onClick={() => camera.fit()}>
        <Maximize size={17} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="follow"
        aria-label={say("imperial:map.follow")}
        aria-pressed={isFollowing}
        onClick={() => onFollow(!isFollowing)}
      >
        <Focus size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
