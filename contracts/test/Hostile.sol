// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {PlainToken} from "./TestTokens.sol";

/// Once armed, makes a configured call and records its outcome.
abstract contract Armed {
    address private target;
    bytes private data;
    uint256 private skips;
    bool public tried;
    bool public succeeded;
    bytes public answer;

    /// @param skips_ number of opportunities to skip first
    function arm(address target_, bytes calldata data_, uint256 skips_) external {
        (target, data, skips, tried) = (target_, data_, skips_, false);
    }

    function _fire() internal {
        if (target == address(0) || tried) return;
        if (skips != 0) {
            skips -= 1;
            return;
        }
        tried = true;
        (succeeded, answer) = target.call(data);
    }
}

/// A token that attacks while it moves.
contract HostileToken is PlainToken, Armed {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        _fire();
    }
}

/// A payee that attacks when it is paid.
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

    /// Trades as any contract would, e.g. with the permit of another account.
    function call(address to, bytes calldata input) public payable returns (bytes memory) {
        (bool ok, bytes memory output) = to.call{value: msg.value}(input);
        if (!ok) {
            assembly {
                revert(add(output, 32), mload(output))
            }
        }
        return output;
    }

    function callTwice(address to, bytes calldata first, bytes calldata second) external {
        call(to, first);
        call(to, second);
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

interface IV3Flash {
    function flash(address recipient, uint256 amount0, uint256 amount1, bytes calldata data) external;
    function token0() external view returns (address);
    function token1() external view returns (address);
}

/// A smart wallet that makes several calls in one transaction, takes a flash loan for one, and
/// attacks when a token calls it.
contract HostileWallet is HostilePayee {
    struct Call {
        address to;
        uint256 value;
        bytes data;
        bool mayFail;
    }

    function run(Call[] memory calls) public payable {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory output) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (ok || calls[i].mayFail) continue;
            assembly {
                revert(add(output, 32), mload(output))
            }
        }
    }

    /// Has a V3 pool lend to `recipient`, makes the calls, and repays the pool from its own
    /// balance.
    function flash(IV3Flash pool, address recipient, uint256[2] calldata amounts, Call[] calldata calls) external {
        pool.flash(recipient, amounts[0], amounts[1], abi.encode(amounts, calls));
    }

    function uniswapV3FlashCallback(uint256 fee0, uint256 fee1, bytes calldata data) external {
        (uint256[2] memory amounts, Call[] memory calls) = abi.decode(data, (uint256[2], Call[]));
        run(calls);
        IV3Flash pool = IV3Flash(msg.sender);
        PlainToken(pool.token0()).transfer(msg.sender, amounts[0] + fee0);
        PlainToken(pool.token1()).transfer(msg.sender, amounts[1] + fee1);
    }

    function tokensToSend() external {
        _fire();
    }
}
