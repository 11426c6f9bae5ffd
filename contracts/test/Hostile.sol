// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {PlainToken} from "./TestTokens.sol";

/// Calls what it was told to call, once armed, and remembers how that ended.
abstract contract Armed {
    address private target;
    bytes private data;
    bool public tried;
    bool public succeeded;
    bytes public answer;

    function arm(address target_, bytes calldata data_) external {
        (target, data, tried) = (target_, data_, false);
    }

    function _fire() internal {
        if (target == address(0) || tried) return;
        tried = true;
        (succeeded, answer) = target.call(data);
    }
}

/// A token that attacks while it is being moved.
contract HostileToken is PlainToken, Armed {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        _fire();
    }
}

/// Somebody who is paid, and makes trouble then.
contract HostilePayee is Armed {
    enum Mode {
        Accept,
        Refuse,
        BurnGas,
        ReturnBomb,
        RevertBomb
    }

    Mode public mode;

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    receive() external payable {
        _onPaid();
    }

    function tokensReceived() external {
        _onPaid();
    }

    /// Trades as any contract would, e.g. with somebody else's permit.
    function call(address to, bytes calldata input) external payable returns (bytes memory) {
        (bool ok, bytes memory output) = to.call{value: msg.value}(input);
        if (!ok) {
            assembly {
                revert(add(output, 32), mload(output))
            }
        }
        return output;
    }

    function _onPaid() private {
        _fire();
        if (mode == Mode.Refuse) revert("REFUSED");
        if (mode == Mode.BurnGas) while (true) {}
        if (mode == Mode.ReturnBomb) {
            assembly {
                return(0, 1000000)
            }
        }
        if (mode == Mode.RevertBomb) {
            assembly {
                revert(0, 1000000)
            }
        }
    }
}
