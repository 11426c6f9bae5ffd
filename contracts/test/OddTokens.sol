// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {HookedToken, PlainToken} from "./TestTokens.sol";
import {Armed} from "./Hostile.sol";

/// Credits a few units less than it moves.
contract ShavingToken is PlainToken {
    uint256 private shaved;

    function setShaved(uint256 shaved_) external {
        shaved = shaved_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        balanceOf[from] -= amount;
        balanceOf[to] += amount - shaved;
    }
}

/// Returns false for configured recipients.
contract RefusingToken is PlainToken {
    mapping(address => uint256) private refusals;
    mapping(uint256 => bool) private refusedApprovals;

    /// @param times how many transfers to `to` fail
    function refuseTransfers(address to, uint256 times) external {
        refusals[to] = times;
    }

    function refuseApprovals(uint256 amount) external {
        refusedApprovals[amount] = true;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (refusals[to] != 0) {
            refusals[to] -= 1;
            return false;
        }
        _move(msg.sender, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external override returns (bool) {
        if (refusedApprovals[amount]) return false;
        allowance[msg.sender][spender] = amount;
        return true;
    }
}

/// Reverts when the amount is zero.
contract ZeroRefusingToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        require(amount != 0, "ZERO");
        super._move(from, to, amount);
    }
}

/// Moves nothing to one account, and returns configured data.
contract AnsweringToken is PlainToken {
    address private refused;
    bytes private answer;
    bool private reverts;

    function answerTransfersTo(address refused_, bytes calldata answer_, bool reverts_) external {
        (refused, answer, reverts) = (refused_, answer_, reverts_);
    }

    function _move(address from, address to, uint256 amount) internal override {
        if (to != refused) return super._move(from, to, amount);
        bytes memory said = answer;
        bool fails = reverts;
        assembly {
            if fails { revert(add(said, 32), mload(said)) }
            return(add(said, 32), mload(said))
        }
    }
}

/// Burns all its gas when it moves to one account.
contract CostlyToken is PlainToken {
    address private costly;

    function setCostly(address costly_) external {
        costly = costly_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        if (to == costly) while (true) {}
        super._move(from, to, amount);
    }
}

/// Reports a wrong balance to one account, immediately or after a number of transfers.
contract LyingToken {
    mapping(address => uint256) private held;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => mapping(address => uint256)) private lies;
    uint256 private honestMoves;

    /// @param lie added to the balance of `account` when `asker` reads it
    function lieTo(address asker, address account, uint256 lie, uint256 honestMoves_) external {
        lies[asker][account] = lie;
        honestMoves = honestMoves_;
    }

    function balanceOf(address account) external view returns (uint256) {
        if (honestMoves != 0) return held[account];
        unchecked {
            return held[account] + lies[msg.sender][account];
        }
    }

    function mint(address to, uint256 amount) external {
        held[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        held[from] -= amount;
        held[to] += amount;
        if (honestMoves != 0) honestMoves -= 1;
        return true;
    }
}

/// Calls the sender before a transfer and the receiver after it, as ERC-777 does.
contract Erc777Token is HookedToken {
    function _move(address from, address to, uint256 amount) internal override {
        _tell(from, "tokensToSend()");
        super._move(from, to, amount);
    }
}

/// Calls the recipient or the spender and requires an answer, as ERC-1363 does.
contract Erc1363Token is PlainToken {
    function transferAndCall(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return _ask(to, "onTransferReceived(address,address,uint256,bytes)");
    }

    function approveAndCall(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return _ask(spender, "onApprovalReceived(address,uint256,bytes)");
    }

    function _ask(address account, string memory signature) private returns (bool) {
        (bool ok,) = account.call(abi.encodeWithSignature(signature, msg.sender, msg.sender, 0, ""));
        require(ok, "NO_ANSWER");
        return true;
    }
}

/// A token that attacks when its permit is used.
contract HostilePermitToken is PlainToken, Armed {
    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external override {
        _fire();
    }
}

/// A token whose permit reverts with a megabyte of data.
contract BombToken is PlainToken {
    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external pure override {
        assembly {
            revert(0, 1000000)
        }
    }
}

/// An ERC-721: it moves an id, and has no `transfer`.
contract Nft {
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => address) public getApproved;

    function mint(address to, uint256 id) external {
        balanceOf[to] += 1;
        ownerOf[id] = to;
    }

    function approve(address spender, uint256 id) external {
        require(ownerOf[id] == msg.sender, "OWNER");
        getApproved[id] = spender;
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(ownerOf[id] == from && getApproved[id] == msg.sender, "APPROVED");
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        ownerOf[id] = to;
    }
}

/// Burns a fifth of transfers to one account, as a tax on sales.
contract SellTaxedToken is PlainToken {
    address private pair;

    function setPair(address pair_) external {
        pair = pair_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        if (to != pair) return;
        balanceOf[to] -= amount / 5;
        totalSupply -= amount / 5;
    }
}
